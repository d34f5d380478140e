import { StoreUnavailable } from '@governance/kernel';
import { Logger } from '@nestjs/common';
import { contextOf } from '../../spec/support/verifier';
import { TokenVerifierUnavailable } from '../keys/token-verifier-unavailable';
import { invalidToken, missingToken } from '../refusals';
import { type CallerVerifier } from './caller-verifier';
import { IdentifyCaller } from './identify-caller.guard';

function guardThatMeets(error: Error): IdentifyCaller {
  const verify = (): Promise<never> => Promise.reject(error);
  return new IdentifyCaller({ verify } as Partial<CallerVerifier> as CallerVerifier);
}

describe('IdentifyCaller', () => {
  const lines: unknown[] = [];
  beforeAll(() => {
    const silent = (): void => undefined;
    Logger.overrideLogger({ log: silent, warn: silent, error: (line: unknown) => lines.push(line) });
  });
  afterEach(() => lines.splice(0));

  it('accepts every request in a program without an issuer', async () => {
    await expect(new IdentifyCaller().canActivate(contextOf({}))).resolves.toBe(true);
  });

  it.each([
    ['there is no token', missingToken()],
    ['the token does not hold', invalidToken(undefined)],
    ['the issuer is away', new TokenVerifierUnavailable('away')],
    ['the database is away', new StoreUnavailable()],
  ])('accepts an anonymous request without a log line when %s', async (_, error) => {
    await expect(guardThatMeets(error).canActivate(contextOf({}))).resolves.toBe(true);
    expect(lines).toEqual([]);
  });

  it('accepts a request after an unexpected error, and logs the error', async () => {
    const error = new Error('a mistake of ours');
    await expect(guardThatMeets(error).canActivate(contextOf({}))).resolves.toBe(true);
    expect(lines).toEqual([{ msg: 'a caller could not be identified', err: error }]);
  });
});
