// The prize-giving on a screen in the hall: asks every second and a half whether the next step is there.

import { hideUnused, stayAwake, watch } from "hall";

const STEP_MS = 1500;

hideUnused();
stayAwake();
watch(() => {}, STEP_MS);
