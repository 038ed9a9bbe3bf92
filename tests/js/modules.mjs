// Lets Node run the pages' modules as a browser does: node --import ./tests/js/modules.mjs --test tests/js
import { register } from "node:module";

register("./import_map.mjs", import.meta.url);
