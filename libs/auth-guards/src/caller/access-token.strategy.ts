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
 * Verifies access tokens. `passport-jwt` checks the signature; what it does not check is checked before, where the key is
 * chosen, and after, in `validate`.
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
      // Times are judged in `validate`, by the program's clock and for every token.
      ignoreExpiration: true,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way to hand this over
      jsonWebTokenOptions: { ignoreNotBefore: true },
    });
    // Passport finds strategies by name in the whole process, which may hold more than one application.
    passport.unuse(this.name);
    this.name = `access-token-${randomUUID()}`;
    passport.use(this);
  }

  /** Throws `TokenRefused` or `ClaimsRefused`. */
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
  /** Typed for keys as text; a `KeyObject` is taken as it is, and parsing text costs more than the signature. */
  give(error: unknown, key?: unknown): void;
}

/** Reads the token strictly before any key is looked for, and hands over a key that is parsed already. */
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
