function plainPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Winnow: ${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem;color-scheme:light dark}</style>
</head><body><h1>${title}</h1><p>${text}</p></body></html>
`;
}

/** Shown for a URL of an earlier run. */
export const refusedPage = plainPage(
  "This address does not open Winnow",
  "Winnow has a new address each time it starts. Go to the window where it was started, press Enter there, and open the address that it prints. Your lists and cleanings are safe.",
);

export const missingPage = plainPage(
  "Not here",
  'There is nothing at this address. <a href="/">Open Winnow</a>',
);
