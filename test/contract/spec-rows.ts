/** A row of a table of service-spec.md, or a statement beside the tables that says as much as a row. */
interface SpecRow {
  readonly section: string;
  readonly text: string;
}

/** Everything that the contract tabulates, by a name of its own. Each has at least one case (cases/). */
export const SPEC_ROWS = {
  "job: job_id": {
    section: "Resources and their fields, Bulk list job",
    text: "string; Identifier of the list or job.",
  },
  "job: status": {
    section: "Resources and their fields, Bulk list job",
    text: "string; One of the status values above.",
  },
  "job: created_at": {
    section: "Resources and their fields, Bulk list job",
    text: "date-time string; Creation time. Shape: MM/DD/YYYY, h:mm:ss AM/PM.",
  },
  "job: total": {
    section: "Resources and their fields, Bulk list job",
    text: "integer; Number of emails in the list.",
  },
  "job: verified": {
    section: "Resources and their fields, Bulk list job",
    text: "integer; Number of emails already verified.",
  },
  "job: pending": {
    section: "Resources and their fields, Bulk list job",
    text: "integer; Number of emails still to verify.",
  },
  "job: analysis": {
    section: "Resources and their fields, Bulk list job",
    text: "object; Counts from the preview analysis (below).",
  },
  "job: results": {
    section: "Resources and their fields, Bulk list job",
    text: "object; Counts per verdict (below).",
  },
  "job: credit_error": {
    section: "Resources and their fields, Bulk list job",
    text: "string; Present only for an auto_verify list in status ready when credits are insufficient. Tells the user to add credits before verification can proceed.",
  },
  "job: success": {
    section: "Resources and their fields, Bulk list job",
    text: "boolean; Whether the call succeeded.",
  },
  "job: message": {
    section: "Resources and their fields, Bulk list job",
    text: "string; Text describing the outcome.",
  },
  "analysis: common_isp": {
    section: "Resources and their fields, Bulk list job",
    text: "Addresses hosted by a free email provider.",
  },
  "analysis: role_based": {
    section: "Resources and their fields, Bulk list job",
    text: "Role addresses (sales@, info@, help@ and similar).",
  },
  "analysis: disposable": {
    section: "Resources and their fields, Bulk list job",
    text: "Temporary addresses.",
  },
  "analysis: spamtrap": {
    section: "Resources and their fields, Bulk list job",
    text: "Honey-trap addresses.",
  },
  "analysis: syntax_error": {
    section: "Resources and their fields, Bulk list job",
    text: "Syntactically incorrect addresses.",
  },
  "results: deliverable": {
    section: "Resources and their fields, Bulk list job",
    text: "Valid and safe to send to.",
  },
  "results: undeliverable": {
    section: "Resources and their fields, Bulk list job",
    text: "Sending would bounce.",
  },
  "results: accept_all": {
    section: "Resources and their fields, Bulk list job",
    text: "The remote host accepts mail at any address.",
  },
  "results: unknown": {
    section: "Resources and their fields, Bulk list job",
    text: "No definitive verdict, because the mail server was unreachable during verification.",
  },
  "single: result": {
    section: "Resources and their fields, Single verification result",
    text: "string; Verdict: deliverable, undeliverable, unknown, or the accept-all verdict.",
  },
  "single: message": {
    section: "Resources and their fields, Single verification result",
    text: "string; Text describing the outcome.",
  },
  "single: email": {
    section: "Resources and their fields, Single verification result",
    text: "string; The address that was verified.",
  },
  "single: user": {
    section: "Resources and their fields, Single verification result",
    text: "string; Local part of the address.",
  },
  "single: domain": {
    section: "Resources and their fields, Single verification result",
    text: "string; Domain part of the address.",
  },
  "single: accept_all": {
    section: "Resources and their fields, Single verification result",
    text: "integer; Remote host accepts mail at any address. 0 and 1 are stated values.",
  },
  "single: role": {
    section: "Resources and their fields, Single verification result",
    text: "integer, 0 or 1; 1 when the address is a role address.",
  },
  "single: free_email": {
    section: "Resources and their fields, Single verification result",
    text: "integer, 0 or 1; 1 when hosted by a free email provider.",
  },
  "single: disposable": {
    section: "Resources and their fields, Single verification result",
    text: "integer, 0 or 1; 1 when the address is temporary.",
  },
  "single: spamtrap": {
    section: "Resources and their fields, Single verification result",
    text: "integer, 0 or 1; 1 when the address is a honey trap.",
  },
  "single: success": {
    section: "Resources and their fields, Single verification result",
    text: "boolean; Whether the call succeeded.",
  },
  "file: Email": {
    section: "Resources and their fields, Download file (text)",
    text: "email; The verified address.",
  },
  "file: Verification Result": {
    section: "Resources and their fields, Download file (text)",
    text: "string; deliverable, undeliverable, unknown or accept-all (hyphenated in this file).",
  },
  "file: Syntax Error": {
    section: "Resources and their fields, Download file (text)",
    text: "flag; Syntactically incorrect.",
  },
  "file: ISP": {
    section: "Resources and their fields, Download file (text)",
    text: "flag; Hosted by a free email provider.",
  },
  "file: Role": { section: "Resources and their fields, Download file (text)", text: "flag; Role address." },
  "file: Disposable": {
    section: "Resources and their fields, Download file (text)",
    text: "flag; Temporary address.",
  },
  "file: Trap": { section: "Resources and their fields, Download file (text)", text: "flag; Honey trap." },
  "file: Verified At": {
    section: "Resources and their fields, Download file (text)",
    text: "date-time; ISO 8601 timestamp with milliseconds and Z suffix.",
  },
  "credits: credits_remaining": {
    section: "Resources and their fields, Credit info",
    text: "integer; Credits available in the account.",
  },
  "transition Upload without auto_verify": {
    section: "States and transitions",
    text: "(none) → preparing, then ready (Valid list)",
  },
  "transition Upload with auto_verify true": {
    section: "States and transitions",
    text: "(none) → preparing, then verification starts automatically (Valid list)",
  },
  "transition Preparation ends": {
    section: "States and transitions",
    text: "preparing → failed (Uploaded list contains invalid data)",
  },
  "transition Start operation": {
    section: "States and transitions",
    text: "ready → verifying (Enough credits, account not restricted)",
  },
  "transition Verification finishes": {
    section: "States and transitions",
    text: "verifying → completed (All addresses processed)",
  },
  "transition Delete operation": {
    section: "States and transitions",
    text: "completed, ready, failed, cancelled → deleted (Job not being processed)",
  },
  "parameter upload: apikey": {
    section: "Endpoints, Upload a list: POST /v1/bulk",
    text: "string; yes; API key.",
  },
  "parameter upload: local_file": {
    section: "Endpoints, Upload a list: POST /v1/bulk",
    text: "file; yes, when sending a file; CSV file (.csv).",
  },
  "parameter upload: auto_verify": {
    section: "Endpoints, Upload a list: POST /v1/bulk",
    text: "boolean; no; Default false. When true, verification starts immediately, subject to credits.",
  },
  "parameter upload: RAW_BODY": {
    section: "Endpoints, Upload a list: POST /v1/bulk",
    text: "json; yes, when sending an array; Object with an emails array. Each element is an object with a required email field and any additional fields. Additional keys become column headers. The object may also carry auto_verify, which is shown as the string form of a boolean.",
  },
  "parameter status: job_id": {
    section: "Endpoints, Job status: GET /v1/bulk",
    text: "string; yes; Job to inspect.",
  },
  "parameter status: apikey": {
    section: "Endpoints, Job status: GET /v1/bulk",
    text: "string; yes; API key.",
  },
  "parameter start: job_id": {
    section: "Endpoints, Start verification: PATCH /v1/bulk",
    text: "string; yes; Job to start.",
  },
  "parameter start: apikey": {
    section: "Endpoints, Start verification: PATCH /v1/bulk",
    text: "string; yes; API key.",
  },
  "parameter start: RAW_BODY": {
    section: "Endpoints, Start verification: PATCH /v1/bulk",
    text: "json; yes; Object with an action field. The default is the value start.",
  },
  "parameter download: jobId": {
    section: "Endpoints, Download results: POST /v1/download",
    text: "string; yes; Job to download (the parameter is spelled jobId here).",
  },
  "parameter download: apikey": {
    section: "Endpoints, Download results: POST /v1/download",
    text: "string; yes; API key.",
  },
  "parameter download: RAW_BODY": {
    section: "Endpoints, Download results: POST /v1/download",
    text: "json; no; Object with filterResult, an array of result types to include. Allowed values: deliverable, undeliverable, accept_all, unknown. Default: all four.",
  },
  "parameter delete: job_id": {
    section: "Endpoints, Delete a list: DELETE /v1/bulk",
    text: "string; yes; List to delete.",
  },
  "parameter delete: apikey": {
    section: "Endpoints, Delete a list: DELETE /v1/bulk",
    text: "string; yes; API key.",
  },
  "parameter balance: apikey": {
    section: "Endpoints, Credit balance: GET /v1/info",
    text: "string; yes; API key.",
  },
  "parameter verify: apikey": {
    section: "Endpoints, Single verification: GET /v1/verify",
    text: "string; yes; API key.",
  },
  "parameter verify: email": {
    section: "Endpoints, Single verification: GET /v1/verify",
    text: "string; yes; Address to verify.",
  },
  "parameter verify: timeout": {
    section: "Endpoints, Single verification: GET /v1/verify",
    text: "int32; no; Maximum time in milliseconds for the verification. Range 30000 to 180000. Default 180000.",
  },
  "error: Invalid API key": {
    section: "Errors, All key-protected endpoints",
    text: "401: result = Invalid API Key (on the balance endpoint: Invalid API key)",
  },
  "error upload: Wrong file format or data": {
    section: "Errors, Upload (POST /v1/bulk)",
    text: "400: result = Invalid file data",
  },
  "error upload: Maximum number of lists reached (500 unverified lists)": {
    section: "Errors, Upload (POST /v1/bulk)",
    text: "400: Shape B, message = The maximum number of lists has been reached.",
  },
  "error upload: Maximum concurrent active verifications reached (100)": {
    section: "Errors, Upload (POST /v1/bulk)",
    text: "400: Shape B, message = The maximum number of active verification lists has been reached.",
  },
  "error status: Invalid job id": {
    section: "Errors, Status (GET /v1/bulk)",
    text: "400: Job not found. Invalid jobId",
  },
  "error status: Job not found": { section: "Errors, Status (GET /v1/bulk)", text: "400: Job not found" },
  "error start: Invalid job id": {
    section: "Errors, Start (PATCH /v1/bulk)",
    text: "400: Job not found. Invalid jobId",
  },
  "error start: Job not found": { section: "Errors, Start (PATCH /v1/bulk)", text: "400: Job not found." },
  "error start: Account under review or restricted": {
    section: "Errors, Start (PATCH /v1/bulk)",
    text: "400: Verify restricted",
  },
  "error start: Verification already started": {
    section: "Errors, Start (PATCH /v1/bulk)",
    text: "400: Verification has already started.",
  },
  "error start: Job still preparing": {
    section: "Errors, Start (PATCH /v1/bulk)",
    text: "400: Job is not ready for verification, with instruction to call status and start once ready",
  },
  "error start: Insufficient credits": {
    section: "Errors, Start (PATCH /v1/bulk)",
    text: "402: Insufficient verification credits. Please order a plan.",
  },
  "error download: Invalid job id": {
    section: "Errors, Download (POST /v1/download)",
    text: "400: Job not found. Invalid jobId",
  },
  "error download: Job not available": {
    section: "Errors, Download (POST /v1/download)",
    text: "400: Job not found.",
  },
  "error download: Account under review or restricted": {
    section: "Errors, Download (POST /v1/download)",
    text: "400: DOWNLOAD-RESTRICTED",
  },
  "error download: Invalid filterResult options": {
    section: "Errors, Download (POST /v1/download)",
    text: "400: Invalid filterResult. Please provide correct filterResult options",
  },
  "error download: Job is verifying": {
    section: "Errors, Download (POST /v1/download)",
    text: "400: Job is being verified, please wait until it completes.",
  },
  "error download: Job is ready": {
    section: "Errors, Download (POST /v1/download)",
    text: "400: Job is ready for verification, please start verification and download once verified.",
  },
  "error download: Job is preparing": {
    section: "Errors, Download (POST /v1/download)",
    text: "400: Job is being prepared for verification, with instruction to start verifying first",
  },
  "error download: List contains invalid data": {
    section: "Errors, Download (POST /v1/download)",
    text: "400: List cannot be downloaded, The uploaded list contains invalid data.",
  },
  "error delete: Invalid job id": {
    section: "Errors, Delete (DELETE /v1/bulk)",
    text: "400: Job not found. Invalid jobId",
  },
  "error delete: List is being processed": {
    section: "Errors, Delete (DELETE /v1/bulk)",
    text: "400: List is being processed, and cannot be deleted.",
  },
  "error delete: List not found or already deleted": {
    section: "Errors, Delete (DELETE /v1/bulk)",
    text: "400: List not found, may be already deleted.",
  },
  "error verify: Email missing or invalid format": {
    section: "Errors, Single verification (GET /v1/verify)",
    text: "400: Invalid request. Required email.",
  },
  "error verify: Credits used up": {
    section: "Errors, Single verification (GET /v1/verify)",
    text: "402: Insufficient verification credits",
  },
  "error verify: Call rate too high": {
    section: "Errors, Single verification (GET /v1/verify)",
    text: "429: Too many requests",
  },
  "limit: CSV file size": { section: "Limits", text: "10 MB; Upload" },
  "limit: Emails per file": { section: "Limits", text: "500,000 (5 lakhs); Upload" },
  "limit: Unverified lists per account": { section: "Limits", text: "500; Upload (error when reached)" },
  "limit: Concurrent active verification lists": {
    section: "Limits",
    text: "100; Upload and start (error when reached)",
  },
  "limit: Request rate for single verification": {
    section: "Limits",
    text: "120 requests per minute per API key. The 429 condition is also described as more than 120 concurrent calls.; Single verification",
  },
  "limit: Single verification timeout": {
    section: "Limits",
    text: "30000 to 180000 ms, default 180000; Single verification",
  },
  "limit: Credit cost": { section: "Limits", text: "1 credit per verified address; Verification" },
  "limit: Retention": { section: "Limits", text: "Bulk files and logs purged after 30 days; Bulk jobs" },
  "limit: Free credits": { section: "Limits", text: "100 on registration; New accounts" },
  "payload: preparing": {
    section: "States and transitions, Status payload by state",
    text: "job_id, status, created_at, success, message",
  },
  "payload: ready": {
    section: "States and transitions, Status payload by state",
    text: "adds total and analysis",
  },
  "payload: verifying": {
    section: "States and transitions, Status payload by state",
    text: "add total, verified, pending, analysis, results",
  },
  "payload: completed": {
    section: "States and transitions, Status payload by state",
    text: "add total, verified, pending, analysis, results",
  },
  "payload: failed": {
    section: "States and transitions, Status payload by state",
    text: "job_id, status, created_at, total, success, message",
  },
  "payload: cancelled": {
    section: "States and transitions, Status payload by state",
    text: "job_id, status, created_at, total, success, message",
  },
  "authentication: allowlist": {
    section: "Authentication",
    text: "Key use can be restricted to an allowlist of server IP addresses.",
  },
  "authentication: revoked": {
    section: "Authentication",
    text: "API keys are generated, cycled and revoked from the account dashboard.",
  },
} as const satisfies Record<string, SpecRow>;

export type SpecRowName = keyof typeof SPEC_ROWS;
