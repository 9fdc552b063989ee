export const KEYCHAIN = {
  libsecret_missing:
    "The library libsecret is not installed (on Debian and Ubuntu: the package libsecret-1-0).",
  library_missing: "Winnow's keychain module could not be loaded.",
  locked: "The keychain is locked.",
  no_keyring: "The keychain has no keyring yet, and none could be created in this session.",
  refused: "The keychain denied access.",
  no_answer: "The keychain did not respond.",
  no_service: "No keychain service (Secret Service) is running in this session.",
  error: "The keychain returned an error.",
} as const;
export type KeychainReason = keyof typeof KEYCHAIN;
