export const firstRunWords = {
  title: "Clean email lists. Know the price first.",
  lead: "See what is in a list before a credit is spent, have it verified, and keep every result here.",
  tryTitle: "Try it now",
  tryText:
    "A sample list and a built-in sandbox: no account, no cost, nothing leaves this machine. Its verdicts are made up.",
  tryOwnText:
    "Clean this list in a built-in sandbox: no account, no cost, nothing leaves this machine. Its verdicts are made up.",
  trySteps: [
    "See what is in the list, and what it would cost",
    "Watch its addresses being verified",
    "Filter the results and export the clean list",
  ],
  tryButton: "Try it now",
  connectTitle: "Connect your account",
  connectText:
    "Paste the API key and the service's address from its dashboard. Winnow first checks the key by reading your balance.",
  connectButton: "Connect account",
  name: "Name of the account",
  namePlaceholder: "My company",
  key: "API key",
  baseUrl: "Service address",
  baseUrlHelp:
    "The address of the service's API, as shown on its site, for example https://api.example.com/v1.",
  keychain: {
    available: "The key is kept in this system's keychain and sent only to the service.",
    locked:
      "Your keychain is locked. Unlock it to save the key; until then the key stays in memory for this run only.",
    refused:
      "The keychain refused Winnow. Let Winnow save the key there; until then the key stays in memory for this run only.",
    no_answer: "The keychain does not answer. Until it does, the key stays in memory for this run only.",
    no_service:
      "This machine has no keychain running. The key will be kept in memory for this run only and is not written anywhere. Start gnome-keyring or KWallet to save it.",
    library_missing:
      "The keychain's library is missing (on Debian: libsecret-1-0). The key will be kept in memory for this run only and is not written anywhere.",
  },
} as const;
