export { foreignHands, openToAll } from "./foreign-hands.ts";
export { holdsOnlyOwn, isOwnName, OWN, takenNames } from "./own-names.ts";
export {
  makePrivateFile,
  makePrivateFolder,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  syncFile,
  syncFolder,
} from "./private-files.ts";
export { removeOwn } from "./remove-own.ts";
