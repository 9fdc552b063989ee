export const KEYCHAIN = {
  libsecret_missing:
    "The library libsecret is not installed (on Debian and Ubuntu: the package libsecret-1-0).",
  library_missing: "The part of Winnow that speaks to the system's keychain could not be loaded.",
  locked: "The keychain is locked.",
  no_keyring: "The keychain has no keyring yet, and none could be made in this session.",
  refused: "The keychain did not let Winnow in.",
  no_answer: "The keychain did not answer.",
  no_service: "No keychain service (Secret Service) is running in this session.",
  error: "The keychain answered with an error.",
} as const;
export type KeychainReason = keyof typeof KEYCHAIN;
