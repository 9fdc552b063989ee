import { z } from "zod";

// The page's content security policy forbids eval. zod probes for it once and would be reported for the attempt,
// so it is told beforehand. This module must be imported before any schema is made.
z.config({ jitless: true });
