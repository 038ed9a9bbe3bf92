// The prize-giving on a screen in the hall: asks every second and a half whether the next step is there.

import { fitPicture } from "fit";
import { hideUnused, stayAwake, watch } from "hall";

const STEP_MS = 1500;

addEventListener("resize", fitPicture);
document.fonts.ready.then(fitPicture);
hideUnused();
stayAwake();
watch(fitPicture, STEP_MS);
fitPicture();
