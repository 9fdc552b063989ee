/** A list with an address of every kind, eight of them distinct. */
export const LIST = `Name,Email
Ann,deliverable.one@gmail.com
Bo,bounce@b.example
Cy,catchall@c.example
Di,slow@d.example
Ed,info@deliverable.example
Fay,deliverable@disposable.example
Gus,spamtrap@deliverable.example
Hal,not an address
Ivy,Deliverable.One@GMAIL.com
`;

export const LIST_TOTAL = 8;

export const LIST_ANALYSIS = { common_isp: 1, role_based: 1, disposable: 1, spamtrap: 1, syntax_error: 1 };

/** Counts of the whole list and of its first half. */
export const LIST_RESULTS = { deliverable: 4, undeliverable: 2, accept_all: 1, unknown: 1 };
export const HALF_RESULTS = { deliverable: 1, undeliverable: 1, accept_all: 1, unknown: 1 };

/** The results file of the list, started at 10:02:30 and verified at four addresses per second. */
export const LIST_FILE = `Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At,Name
deliverable.one@gmail.com,deliverable,N,Y,N,N,N,2026-01-05T10:02:30.250Z,Ann
bounce@b.example,undeliverable,N,N,N,N,N,2026-01-05T10:02:30.500Z,Bo
catchall@c.example,accept-all,N,N,N,N,N,2026-01-05T10:02:30.750Z,Cy
slow@d.example,unknown,N,N,N,N,N,2026-01-05T10:02:31.000Z,Di
info@deliverable.example,deliverable,N,N,Y,N,N,2026-01-05T10:02:31.250Z,Ed
deliverable@disposable.example,deliverable,N,N,N,Y,N,2026-01-05T10:02:31.500Z,Fay
spamtrap@deliverable.example,deliverable,N,N,N,N,Y,2026-01-05T10:02:31.750Z,Gus
not an address,undeliverable,Y,N,N,N,N,2026-01-05T10:02:32.000Z,Hal
`;

/** Returns the header of {@link LIST_FILE} and the lines that satisfy `wanted`. */
export function filterListFile(wanted: (line: string) => boolean): string {
  const [header = "", ...lines] = LIST_FILE.trimEnd().split("\n");
  return `${[header, ...lines.filter(wanted)].join("\n")}\n`;
}
