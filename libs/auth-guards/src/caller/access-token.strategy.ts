import { Clock } from '@governance/kernel';
import { claimsToCaller } from '@governance/iam';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { type SecretOrKeyProvider, Strategy } from 'passport-jwt';
import { type KeyObject, randomUUID } from 'node:crypto';
import { TrustedIssuers } from '../keys/trusted-issuers';
import { bearerTokenOf, type RawRequest } from '../tokens/bearer-token';
import { checkTokenType, readRawToken, tokenAlgorithms } from '../tokens/raw-token';
import { type JsonObject } from '../tokens/strict-json';
import { checkTokenClaims } from '../tokens/token-claims';
import { type VerifiedToken } from './verified-tokens';

/** A request whose token is verified, with the generation of its issuer's keys before one of them was chosen. */
type VerifyingRequest = RawRequest & { keyGeneration?: number };

/**
 * Verifies access tokens. `passport-jwt` checks the signature. The other checks run before it, where the key is chosen, and
 * after it, in `validate`.
 */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy) implements OnApplicationShutdown {
  constructor(
    private readonly issuers: TrustedIssuers,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: (req: RawRequest) => bearerTokenOf(req) ?? null,
      secretOrKeyProvider: keyProvider(issuers),
      algorithms: [...tokenAlgorithms],
      passReqToCallback: true,
      // `validate` checks the times with the program's clock.
      ignoreExpiration: true,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way to pass this option
      jsonWebTokenOptions: { ignoreNotBefore: true },
    });
    // Passport registers strategies by name for the whole process, which may hold several applications.
    passport.unuse(this.name);
    this.name = `access-token-${randomUUID()}`;
    passport.use(this);
  }

  /** @throws `TokenRefused` or `ClaimsRefused`. */
  validate({ keyGeneration: generation }: VerifyingRequest, claims: JsonObject): VerifiedToken {
    if (generation === undefined) throw new Error('a token was verified without keys');
    const { profile, audience, keys } = this.issuers.of(claims);
    const times = checkTokenClaims(claims, { issuer: profile.issuer, audience, now: this.clock.now() });
    return { caller: claimsToCaller(claims, profile), times, keys, generation };
  }

  /** Not earlier: the last requests of open connections are still verified. */
  onApplicationShutdown(): void {
    passport.unuse(this.name);
  }
}

interface KeyReceiver {
  /** Typed for keys as text, but accepts a `KeyObject`. Parsing text costs more than checking the signature. */
  give(error: unknown, key?: unknown): void;
}

/** Reads the token strictly before it looks up a key of the issuer that it names, and passes on a parsed key. */
function keyProvider(issuers: TrustedIssuers): SecretOrKeyProvider {
  const find = async (req: VerifyingRequest, token: string): Promise<KeyObject> => {
    const { header, claims } = readRawToken(token);
    const issuer = issuers.of(claims);
    checkTokenType(header, issuer.types);
    req.keyGeneration = issuer.keys.generation();
    return issuer.keys.find(header);
  };
  return (req: VerifyingRequest, token: string, done) => {
    const receiver: KeyReceiver = { give: done };
    find(req, token).then(
      (key) => {
        receiver.give(null, key);
      },
      (error: unknown) => {
        receiver.give(error);
      },
    );
  };
}
