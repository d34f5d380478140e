/** Set by `npm run prove -- stress` alone. */
const judges = process.env.STRESS === 'true';

/**
 * How long something took. A busy machine is slow without a defect, so a time is judged in `npm run prove -- stress` alone; in
 * every other run the limits below pass.
 */
export class Times {
  private readonly ms: number[] = [];

  constructor(private readonly isJudged = judges) {}

  /** Begins a time that ends when the returned function is called. */
  begin(): () => void {
    const began = performance.now();
    return () => void this.ms.push(performance.now() - began);
  }

  async measure<Result>(work: () => Promise<Result>): Promise<Result> {
    const end = this.begin();
    const result = await work();
    end();
    return result;
  }

  /** @throws when one of them was not below the limit. */
  expectEachBelow(limitMs: number): void {
    this.judge(this.percentile(1), limitMs);
  }

  /** What the work itself takes, and not what else the machine does. @throws when none was below the limit. */
  expectQuickestBelow(limitMs: number): void {
    this.judge(this.percentile(0), limitMs);
  }

  /** @throws when so large a share of them was not below the limit. */
  expectShareBelow(share: number, limitMs: number): void {
    this.judge(this.percentile(share), limitMs);
  }

  /** @throws when the quickest of these and of the others are apart by that factor or more. */
  expectLike(others: Times, factor: number): void {
    const [one, other] = [this.percentile(0), others.percentile(0)];
    this.judge(Math.max(one, other), Math.min(one, other) * factor);
  }

  /** How many times longer these take than the others, by their medians. Both are as slow as the machine is busy. */
  ratioTo(others: Times): number {
    return this.percentile(0.5) / others.percentile(0.5);
  }

  private percentile(share: number): number {
    const sorted = this.ms.toSorted((one, other) => one - other);
    const found = sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)];
    if (found === undefined) throw new Error('Nothing was measured');
    return found;
  }

  private judge(ms: number, limitMs: number): void {
    if (!this.isJudged || ms < limitMs) return;
    throw new Error(`It took ${ms.toFixed(1)} ms, which is not below ${limitMs.toFixed(1)} ms`);
  }
}
