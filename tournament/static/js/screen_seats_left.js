// The seats left on the screen at the door: it keeps itself current.

import { hideUnused, stayAwake, watch } from "screen_pages";

hideUnused();
stayAwake();
watch(() => {});
