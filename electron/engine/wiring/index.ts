export { createLiveRooms, type LiveRooms } from "./replaceable-rooms.ts";
export { composeRooms, type Uploads } from "./rooms.ts";
