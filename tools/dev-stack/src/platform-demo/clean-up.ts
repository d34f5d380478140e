/** What has been changed and has to be put back, the last change first, whatever happens in between. */
export class CleanUp {
  private readonly tasks: (() => Promise<void>)[] = [];

  /** Answers what does it before the end, and not once more then. */
  later(task: () => Promise<unknown>): () => Promise<void> {
    let isDone = false;
    const once = async (): Promise<void> => {
      if (isDone) return;
      await task();
      isDone = true;
    };
    this.tasks.push(once);
    return once;
  }

  /** Goes on after a task that fails. */
  async finish(onFailure: (error: unknown) => void): Promise<void> {
    for (const task of this.tasks.splice(0).reverse()) await task().catch(onFailure);
  }
}
