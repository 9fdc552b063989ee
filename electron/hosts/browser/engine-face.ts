import type { Engine } from "../../engine/engine-types.ts";

/** What the browser host needs of the engine. */
export type EngineFace = Pick<Engine, "call" | "on" | "downloadFile" | "registerUpload" | "forgetUpload">;
