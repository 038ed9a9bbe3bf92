// The door of a sheet: shows games that this browser wrote here or at another table and could not send, and sends them
// on. Nearly always there are none, and a phone that is new here has no database for them: then the modules that would
// show them are not loaded.

import { mayWait } from "table/database";

if (await mayWait()) void import("table/door_waiting");
