export { createRestorableRooms, type RestorableRooms } from "./restorable-rooms.ts";
export { createRooms, type Uploads } from "./rooms.ts";
