export { count, share, size } from "../../shared/numbers.ts";
