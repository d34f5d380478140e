import { Problem, Unavailable } from '@governance/kernel';
import { type CanActivate, type ExecutionContext, Injectable, Logger, Optional } from '@nestjs/common';
import { CallerVerifier } from './caller-verifier';

/**
 * Lets everybody pass, and notes who calls when that can be told: without a token that holds, the caller is anonymous,
 * and so is every caller of a program without an issuer.
 */
@Injectable()
export class IdentifyCaller implements CanActivate {
  private readonly logger = new Logger(IdentifyCaller.name);

  constructor(@Optional() private readonly verifier?: CallerVerifier) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      await this.verifier?.verify(context);
    } catch (error) {
      if (!isExpected(error)) this.logger.error({ msg: 'a caller could not be identified', err: error });
    }
    return true;
  }
}

function isExpected(error: unknown): boolean {
  return error instanceof Problem || error instanceof Unavailable;
}
