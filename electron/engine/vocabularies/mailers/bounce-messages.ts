import { each, type OutcomeSource } from "../types.ts";

/** The table that saved mail becomes (`lists/intake/mail.ts`). */
export const BOUNCE_MESSAGES: OutcomeSource = {
  id: "bounce-messages",
  name: "a mailbox",
  kind: "outcomes",
  recipient: "Recipient",
  requiredColumns: ["Recipient", "Report", "Action", "Status", "Reply", "Date", "Message"],
  proof: "header",
  signs: [
    {
      read: "word",
      column: "Report",
      words: { "other mail": "none", ...each(["delivery report", "complaint"], "goes on") },
    },
    {
      read: "word",
      column: "Action",
      words: {
        // Only some deliveries are reported, so they would make all bounces look like a mailing of few people.
        ...each(["delivered", "relayed", "expanded"], "none"),
        delayed: "soft",
        failed: "goes on",
        ...each(["abuse", "fraud"], "complained"),
        ...each(["opt-out", "opt-out-list"], "unsubscribed"),
        // The others say nothing about the recipient's wishes.
        ...each(["not-spam", "auth-failure", "virus", "miscategorized", "other"], "none"),
      },
    },
    { read: "reply", columns: ["Status", "Reply"] },
    { read: "row", means: "perhaps_hard" },
  ],
  at: "Date",
};
