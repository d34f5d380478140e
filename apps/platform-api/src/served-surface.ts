import { overTls, platformSurface, type Surface } from '@governance/http';
import { type ApiSettings } from './config';

/** The surface as served by this deployment. */
export function servedSurface(settings: Pick<ApiSettings, 'ENVIRONMENT' | 'PLATFORM_BASE_URL'>): Surface {
  return overTls(platformSurface, { environment: settings.ENVIRONMENT, baseUrl: settings.PLATFORM_BASE_URL });
}
