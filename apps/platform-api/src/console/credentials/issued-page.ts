import { type PlatformTypes } from '@governance/client';
import { type ShownPage } from '../console-pages';
import { type ConsoleSettings } from '../console-settings';
import { overlaps } from './credential-form';
import { usageOf } from './credential-usage';

/** The only page with the secret: it is in the answer to the form, and nowhere else. */
export function issuedPage({
  issued,
  settings,
  isNew,
  overlap,
}: {
  readonly issued: PlatformTypes['schemas']['IssuedCredential'];
  readonly settings: Pick<ConsoleSettings, 'baseUrl' | 'tokenUrl'>;
  readonly isNew: boolean;
  /** Of a rotation: seconds for which the secret before still works. */
  readonly overlap?: string | null;
}): ShownPage {
  const before = overlaps.find(({ value }) => value === overlap);
  const view = {
    id: issued.id,
    name: issued.name,
    clientId: issued.client_id,
    secret: issued.client_secret,
    kid: issued.kid,
    usage: usageOf({ clientId: issued.client_id, isKey: issued.kid !== undefined }, settings),
    isNew,
    // A creation that was sent twice: its secret was in the first answer.
    isReplay: isNew && issued.client_secret === undefined && issued.kid === undefined,
    stops: before?.label.toLowerCase(),
  };
  return { page: 'credentials-issued', title: isNew ? 'Credential created' : 'Credential rotated', view };
}
