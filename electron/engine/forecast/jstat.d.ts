/** The part of jstat that is used; it comes without types. */
declare module "jstat" {
  const jStat: {
    readonly beta: { inv(p: number, alpha: number, beta: number): number };
    gammaln(x: number): number;
  };
  export default jStat;
}
