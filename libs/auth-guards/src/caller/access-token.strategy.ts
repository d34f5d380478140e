import { Clock } from '@governance/kernel';
import { claimsToCaller } from '@governance/iam';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { type SecretOrKeyProvider, Strategy } from 'passport-jwt';
import { type KeyObject, randomUUID } from 'node:crypto';
import { IssuerKeys } from '../keys/issuer-keys';
import { bearerTokenOf, type RawRequest } from '../tokens/bearer-token';
import { readRawToken, tokenAlgorithms } from '../tokens/raw-token';
import { type JsonObject } from '../tokens/strict-json';
import { checkTokenClaims } from '../tokens/token-claims';
import { TokenSettings } from './token-settings';
import { type VerifiedToken } from './verified-tokens';

/**
 * Verifies access tokens. `passport-jwt` checks the signature. The other checks run before it, where the key is chosen, and
 * after it, in `validate`.
 */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy) implements OnModuleDestroy {
  constructor(
    private readonly settings: TokenSettings,
    keys: IssuerKeys,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: (req: RawRequest) => bearerTokenOf(req) ?? null,
      secretOrKeyProvider: keyProvider(settings, keys),
      algorithms: [...tokenAlgorithms],
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
  validate(claims: JsonObject): VerifiedToken {
    const { profile, audience } = this.settings;
    const times = checkTokenClaims(claims, { issuer: profile.issuer, audience, now: this.clock.now() });
    return { caller: claimsToCaller(claims, profile), times };
  }

  onModuleDestroy(): void {
    passport.unuse(this.name);
  }
}

interface KeyReceiver {
  /** Typed for keys as text, but accepts a `KeyObject`. Parsing text costs more than checking the signature. */
  give(error: unknown, key?: unknown): void;
}

/** Reads the token strictly before it looks up a key, and passes on a parsed key. */
function keyProvider({ types }: TokenSettings, keys: IssuerKeys): SecretOrKeyProvider {
  const find = async (token: string): Promise<KeyObject> => keys.find(readRawToken(token, types));
  return (_req: unknown, token: string, done) => {
    const receiver: KeyReceiver = { give: done };
    find(token).then(
      (key) => {
        receiver.give(null, key);
      },
      (error: unknown) => {
        receiver.give(error);
      },
    );
  };
}
