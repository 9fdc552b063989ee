/** The used part of jstat, which has no types. */
declare module "jstat" {
  const jStat: {
    readonly beta: { inv(p: number, alpha: number, beta: number): number };
    gammaln(x: number): number;
  };
  export default jStat;
}
