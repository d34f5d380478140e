import { type MixedLoad } from '../../../../deploy/spec/support/mixed-load';

/** Several loads at once. */
export class Rush {
  private readonly loads: readonly MixedLoad[];

  /** `name` is of this rush alone. */
  constructor(newLoad: (domain: string) => MixedLoad, { count, name }: { count: number; name: string }) {
    this.loads = Array.from({ length: count }, (_, index) => newLoad(`${name}-${index}.example`));
  }

  get answered(): number {
    return this.loads.reduce((sum, { answered }) => sum + answered, 0);
  }

  get failures(): string[] {
    return this.loads.flatMap(({ failures }) => failures);
  }

  /** The addresses whose certificates have to arrive. */
  get addresses(): string[] {
    return this.loads.flatMap(({ submitted }) =>
      [...submitted.values()].filter((address) => address !== undefined),
    );
  }

  /** Resolves when the work is done and all requests are answered. */
  async during(work: () => Promise<void>): Promise<void> {
    try {
      for (const load of this.loads) await load.start();
      await work();
    } finally {
      await Promise.all(this.loads.map((load) => load.stop()));
    }
  }
}
