// The prizes on the projector: the page asks for news, and nothing moves by itself.

import { hideUnused, stayAwake, watch } from "screen_pages";

watch(() => {});
hideUnused();
stayAwake();
