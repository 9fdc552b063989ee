function plainPage(title: string, text: string, head = ""): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}
<title>Winnow: ${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem;color-scheme:light dark}</style>
</head><body><h1>${title}</h1><p>${text}</p></body></html>
`;
}

/** Shown to a browser without a pass. */
export const lockedPage = plainPage(
  "This address has been used",
  "Winnow's address opens once, in one browser. Go back to the window where Winnow is open, or start Winnow again and use the new address that it prints.",
);

/** Leads to the clean address; a plain redirect would lose the new cookie when another site's link led here. */
export const welcomePage = plainPage(
  "Opening Winnow",
  '<a href="/">Open Winnow</a>',
  '<meta http-equiv="refresh" content="0;url=/">',
);

/** Shown for what is not there. */
export const missingPage = plainPage(
  "Not here",
  'There is nothing at this address. <a href="/">Open Winnow</a>',
);
