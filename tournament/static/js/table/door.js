// The door of a sheet: games that this browser wrote here or at another table and could not send are shown and sent on.
// Nearly always there are none, and on a phone that is new here there is not even a place for them: then nothing of what
// would show them is loaded.

import { mayWait } from "table/database";

if (await mayWait()) void import("table/door_waiting");
