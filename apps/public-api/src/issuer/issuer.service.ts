import {
  IssuerKeyStore,
  type IssuerPublicKey,
  CertificateLogFiles,
  StatusListStore,
} from '@governance/assessments';
import { type PublishedLog } from '@governance/certificate-verifier';
import { issuerAddresses, issuerProfile, offlineVerifier } from '@governance/certificates';
import { publishedRubrics } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { SiteAddresses } from '../site-addresses';
import { unknownKey, unknownStatusList } from './issuer-problems';
import { type IssuerKeyResponse, type IssuerResponse, type KeySetResponse } from './issuer.dto';

/** The published data for checking certificates. The worker signs it. */
@Injectable()
export class IssuerService {
  constructor(
    private readonly issuerKeys: IssuerKeyStore,
    private readonly statusLists: StatusListStore,
    private readonly log: CertificateLogFiles,
    private readonly addresses: SiteAddresses,
  ) {}

  async keys(): Promise<KeySetResponse> {
    return { keys: await this.issuerKeys.all() };
  }

  /** The key with a thumbprint. @throws Problem `not_found` */
  async key(thumbprint: string): Promise<IssuerKeyResponse> {
    const address = issuerAddresses(this.addresses.publicBaseUrl).keyOf(thumbprint);
    const keys = await this.issuerKeys.all();
    const key =
      keys.find(({ kid }) => kid === address) ?? keys.find(({ kid }) => kid.endsWith(`#${thumbprint}`));
    if (!key) throw unknownKey();
    return key;
  }

  profile(): IssuerResponse {
    const { publicBaseUrl } = this.addresses;
    const { keys, offlineVerifier } = issuerAddresses(publicBaseUrl);
    return { ...issuerProfile(publicBaseUrl), jwksUri: keys, offlineVerifier };
  }

  /** A compact JWS. @throws Problem `not_found` before the worker has signed the list. */
  async statusList(name: string): Promise<string> {
    const list = /^(?:0|[1-9]\d{0,6})$/.test(name) ? await this.statusLists.find(Number(name)) : undefined;
    if (!list) throw unknownStatusList();
    return list.credential;
  }

  async offlineVerifier(): Promise<string> {
    const keys: readonly IssuerPublicKey[] = await this.issuerKeys.all();
    const trust = await this.log.trust();
    const log = trust === undefined ? undefined : (JSON.parse(trust) as PublishedLog);
    return offlineVerifier({ keys, log, rubrics: publishedRubrics.references });
  }
}
