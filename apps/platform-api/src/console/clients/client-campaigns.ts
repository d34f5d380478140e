import { type PlatformClient } from '@governance/client';
import { type Campaign, campaignView, stepInWords } from '../campaigns/campaign-view';

const mostShown = 20;

export interface ClientCampaigns {
  readonly rows: readonly ReturnType<typeof campaignRow>[];
  readonly hasMore: boolean;
}

/** The newest campaigns that ask a client. */
export async function clientCampaigns(
  client: PlatformClient,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<ClientCampaigns> {
  const query = { client_id: id, limit: mostShown };
  const { campaigns, next_cursor: next } = await client.get('/org/campaigns', { query });
  return { rows: campaigns.map((campaign) => campaignRow(campaign, now)), hasMore: next !== undefined };
}

/** A campaign, with how far the client of the list has come. */
function campaignRow({ client_step: step, ...campaign }: Campaign, now: Date) {
  const { id, name, mode, due, state } = campaignView(campaign, now);
  return { id, name, mode, due, state, step: step === undefined ? undefined : stepInWords(step) };
}
