/** Joins concurrent calls: all get the result of the one that runs. */
export class SingleFlight<Result> {
  #running: Promise<Result> | undefined;

  run(work: () => Promise<Result>): Promise<Result> {
    this.#running ??= work().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }
}
