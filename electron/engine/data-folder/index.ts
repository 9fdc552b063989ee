export { foreignHands, openToAll } from "./foreign-hands.ts";
export { OWN, takenNames } from "./own-names.ts";
export {
  makePrivateFile,
  makePrivateFolder,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  syncFile,
  syncFolder,
} from "./private-files.ts";
