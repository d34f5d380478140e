import { overTls, publicSurface, type Surface } from '@governance/http';
import { type ApiSettings } from './config';

/** The surface as served by this deployment. */
export function servedSurface(settings: Pick<ApiSettings, 'ENVIRONMENT' | 'PUBLIC_BASE_URL'>): Surface {
  return overTls(publicSurface, { environment: settings.ENVIRONMENT, baseUrl: settings.PUBLIC_BASE_URL });
}
