/** The page for an address that leads nowhere. */

import { mountShell } from "./shell.js";

mountShell({ page: "" });
