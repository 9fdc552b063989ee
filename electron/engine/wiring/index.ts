export { createReplaceableRooms, type ReplaceableRooms } from "./replaceable-rooms.ts";
export { createRooms, type Uploads } from "./rooms.ts";
