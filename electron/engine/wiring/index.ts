export { createRestorableRooms, type RestorableRooms } from "./restorable-rooms.ts";
export { createReadOnlyRooms, createRooms, type Rooms, type Uploads } from "./rooms.ts";
