/** The lost part of a call: the request, which then has no effect, or the response to a call that took effect. */
export type Loss = 'request' | 'answer';

export const losses: readonly Loss[] = ['request', 'answer'];

/** A connection to a provider that can lose one call or all calls. */
export class FaultyWire {
  /** Whether every request is lost. */
  isDown = false;
  private armed: { loss: Loss; callsBefore: number } | undefined;

  constructor(private readonly makeError: () => Error) {}

  /** Makes one call fail after the given number of successful calls. */
  loseOne(loss: Loss, callsBefore: number): void {
    this.armed = { loss, callsBefore };
  }

  /** Lets every call pass again. Returns whether the call to be lost was made. */
  repair(): boolean {
    const wasLost = this.armed === undefined;
    this.armed = undefined;
    return wasLost;
  }

  /** Makes a call; rejects with the error of this wire when it is lost. */
  async call<Answer>(effect: () => Answer | Promise<Answer>): Promise<Answer> {
    const loss = this.isDown ? 'request' : this.nextLoss();
    if (loss === 'request') throw this.makeError();
    const answer = await effect();
    if (loss === 'answer') throw this.makeError();
    return answer;
  }

  private nextLoss(): Loss | undefined {
    if (!this.armed) return undefined;
    if (this.armed.callsBefore > 0) {
      this.armed.callsBefore -= 1;
      return undefined;
    }
    const { loss } = this.armed;
    this.armed = undefined;
    return loss;
  }
}
