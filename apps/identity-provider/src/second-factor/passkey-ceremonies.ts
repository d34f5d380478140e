import { productName } from '@governance/design';
import { Logger } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { type User } from '../people/users.store';
import { challengeSeconds, type PasskeyChallengesStore } from './passkey-challenges.store';
import {
  assertionIn,
  challengeIn,
  creationIn,
  type PasskeyAssertion,
  type PasskeyCreation,
} from './passkey-messages';
import { type NewPasskey, type PasskeysStore } from './passkeys.store';

/** EdDSA, ES256 and RS256 (IANA COSE Algorithms). */
const algorithms = [-8, -7, -257];

/** RFC 8176: a key in hardware, a key in software, and a test that the user is present. */
const hardwareKeyMethod = 'hwk';
const softwareKeyMethod = 'swk';
const presenceMethod = 'user';

/** The page on which a browser answers, and its user. */
export interface PasskeyPlace {
  readonly userId: string;
  /** The sign-in or the session. */
  readonly page: string;
}

type VerifiedPasskey = Omit<NewPasskey, 'name'>;

/**
 * WebAuthn with our rules: the host of the issuer as RP ID, its exact origin, user verification, no attestation. A message is
 * refused for any reason in the same way, and the log has the reason, never the message.
 */
export class PasskeyCeremonies {
  /** The RP ID. Undefined when the issuer is an IP address, which WebAuthn does not allow: then no page offers a passkey. */
  readonly host: string | undefined;
  private readonly log = new Logger('Passkeys');

  constructor(
    private readonly issuer: string,
    private readonly stores: {
      readonly passkeys: PasskeysStore;
      readonly passkeyChallenges: PasskeyChallengesStore;
    },
  ) {
    this.host = hostOf(issuer);
  }

  /** The options with which a browser creates a passkey, as JSON. */
  async creationOptions(user: Pick<User, 'id' | 'email' | 'name'>, page: string): Promise<string> {
    const { passkeys, passkeyChallenges } = this.stores;
    const rpID = this.hostOffered();
    const options = await generateRegistrationOptions({
      rpName: productName,
      rpID,
      userID: handleOf(user.id),
      userName: user.email,
      userDisplayName: user.name,
      challenge: await passkeyChallenges.issue({ ceremony: 'create', userId: user.id, page }),
      timeout: challengeSeconds * 1000,
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      excludeCredentials: descriptorsOf(await passkeys.of(user.id), rpID),
    });
    return JSON.stringify(options);
  }

  /** The options with which a browser uses one of the user's passkeys, as JSON. */
  async requestOptions({ userId, page }: PasskeyPlace): Promise<string> {
    const { passkeys, passkeyChallenges } = this.stores;
    const rpID = this.hostOffered();
    const options = await generateAuthenticationOptions({
      rpID,
      challenge: await passkeyChallenges.issue({ ceremony: 'get', userId, page }),
      timeout: challengeSeconds * 1000,
      userVerification: 'required',
      allowCredentials: descriptorsOf(await passkeys.of(userId), rpID),
    });
    return JSON.stringify(options);
  }

  /** The passkey that a browser has created. Undefined when the message is refused. */
  created(place: PasskeyPlace, field: unknown): Promise<VerifiedPasskey | undefined> {
    return this.unlessRefused(place, async ({ userId, page }) => {
      const message = creationIn(field);
      if (!message) throw new PasskeyRefused('not a message');
      await this.takeChallenge({ ceremony: 'create', userId, page }, message);
      if (!isWithoutCertificates(message)) throw new PasskeyRefused('attestation');
      return this.verifyCreation(message);
    });
  }

  /** Accepts an assertion of one of the user's passkeys: the methods that it proves. Undefined when it is refused. */
  shown(place: PasskeyPlace, field: unknown): Promise<readonly string[] | undefined> {
    return this.unlessRefused(place, async ({ userId, page }) => {
      const message = assertionIn(field);
      if (!message) throw new PasskeyRefused('not a message');
      await this.takeChallenge({ ceremony: 'get', userId, page }, message);
      const { userHandle } = message.response;
      if (userHandle !== undefined && userHandle !== handleOf(userId).toString('base64url'))
        throw new PasskeyRefused('another user');
      const key = await this.stores.passkeys.find(userId, this.hostOffered(), message.id);
      if (!key) throw new PasskeyRefused('unknown credential');
      const counter = await this.verifyAssertion(message, key.publicKey);
      if (!(await this.stores.passkeys.use(key.id, counter)))
        throw new PasskeyRefused('its counter has not grown', 'warn');
      return methodsOf(key);
    });
  }

  /** Undefined, with a line in the log, when the check throws `PasskeyRefused`. */
  private async unlessRefused<Result>(
    place: PasskeyPlace,
    check: (place: PasskeyPlace) => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await check(place);
    } catch (error) {
      if (!(error instanceof PasskeyRefused)) throw error;
      const { message: reason, level } = error;
      this.log[level]({ msg: 'passkey refused', reason, userId: place.userId });
      return undefined;
    }
  }

  private async takeChallenge(
    use: Parameters<PasskeyChallengesStore['take']>[0],
    message: PasskeyCreation | PasskeyAssertion,
  ): Promise<void> {
    const challenge = challengeIn(message);
    if (challenge === undefined || !(await this.stores.passkeyChallenges.take(use, challenge)))
      throw new PasskeyRefused('challenge');
  }

  private async verifyCreation(message: PasskeyCreation): Promise<VerifiedPasskey> {
    const rpId = this.hostOffered();
    const verified = await verifyRegistrationResponse({
      ...this.expectedOf(message),
      response: { ...message, clientExtensionResults: {} },
      supportedAlgorithmIDs: algorithms,
      // The library throws for each rule that a message breaks.
    }).catch(() => undefined);
    const info = verified?.registrationInfo;
    if (info?.credential.id !== message.id) throw new PasskeyRefused('not verified');
    const { publicKey, counter } = info.credential;
    const isSynced = info.credentialDeviceType === 'multiDevice';
    return {
      rpId,
      credentialId: message.id,
      publicKey,
      counter,
      isSynced,
      transports: message.response.transports,
    };
  }

  /** The counter of a valid assertion. */
  private async verifyAssertion(message: PasskeyAssertion, publicKey: Buffer): Promise<number> {
    const { clientDataJSON, authenticatorData, signature } = message.response;
    const verified = await verifyAuthenticationResponse({
      ...this.expectedOf(message),
      // `shown` has compared the user.
      response: {
        ...message,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      // The store compares the counter, in the same statement that stores it.
      credential: { id: message.id, publicKey: Uint8Array.from(publicKey), counter: 0 },
    }).catch(() => undefined);
    if (!verified?.verified) throw new PasskeyRefused('not verified');
    return verified.authenticationInfo.newCounter;
  }

  private expectedOf(message: PasskeyCreation | PasskeyAssertion): {
    expectedChallenge: string;
    expectedOrigin: string;
    expectedRPID: string;
    requireUserVerification: true;
  } {
    return {
      // `takeChallenge` has compared it.
      expectedChallenge: challengeIn(message) ?? '',
      expectedOrigin: new URL(this.issuer).origin,
      expectedRPID: this.hostOffered(),
      requireUserVerification: true,
    };
  }

  private hostOffered(): string {
    if (this.host === undefined) throw new Error('an IP address has no passkeys');
    return this.host;
  }
}

/** A message that does not prove a passkey; its text is the reason in the log. `warn`: the key may have been copied. */
class PasskeyRefused extends Error {
  override readonly name = 'PasskeyRefused';

  constructor(
    reason: string,
    readonly level: 'log' | 'warn' = 'log',
  ) {
    super(reason);
  }
}

/** The methods of a sign-in with a passkey. A key that is copied between devices is in software for us (RFC 8176). */
export function methodsOf({ isSynced }: Pick<NewPasskey, 'isSynced'>): string[] {
  return [isSynced ? softwareKeyMethod : hardwareKeyMethod, presenceMethod];
}

function hostOf(issuer: string): string | undefined {
  const { hostname } = new URL(issuer);
  // An IPv6 address is in brackets.
  return hostname.startsWith('[') || isIP(hostname) !== 0 ? undefined : hostname;
}

/** The user in the memory of an authenticator, which other users of a device may read. It contains no name or address. */
function handleOf(userId: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(`passkey ${userId}`).digest();
}

function descriptorsOf(
  passkeys: Awaited<ReturnType<PasskeysStore['of']>>,
  rpId: string,
): { id: string; transports: string[] }[] {
  return passkeys
    .filter((passkey) => passkey.rpId === rpId)
    .map(({ credentialId: id, transports }) => ({ id, transports: [...transports] }));
}

/**
 * We ask for no attestation, so a browser sends none, or a signature with the key itself. A statement with certificates is
 * refused before the library reads it: it would fetch the revocation lists that they name.
 */
function isWithoutCertificates({ response: { attestationObject } }: PasskeyCreation): boolean {
  try {
    const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')));
    const format = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}
