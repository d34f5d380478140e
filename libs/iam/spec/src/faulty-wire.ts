/** What gets lost of one call: the request, so that nothing happens, or the answer to what did happen. */
export type Loss = 'request' | 'answer';

export const losses: readonly Loss[] = ['request', 'answer'];

/** A way to a provider on which one call can be made to fail, or all of them. */
export class FaultyWire {
  /** Whether every request is lost. */
  isDown = false;
  private armed: { loss: Loss; callsBefore: number } | undefined;

  constructor(private readonly makeError: () => Error) {}

  /** Makes one call fail, after the given number of calls have gone well. */
  loseOne(loss: Loss, callsBefore: number): void {
    this.armed = { loss, callsBefore };
  }

  /** Lets every call pass again, and tells whether the one to be lost has been made. */
  repair(): boolean {
    const wasLost = this.armed === undefined;
    this.armed = undefined;
    return wasLost;
  }

  /** Carries a call over; rejects with the error of this wire when it is lost. */
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
