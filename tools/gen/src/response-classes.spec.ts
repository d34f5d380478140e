import { Public } from '@governance/auth-guards';
import {
  describeApi,
  OpenApiModule,
  previewHttpApp,
  publicSurface,
  routesOf,
  SerializeAs,
} from '@governance/http';
import { Controller, Get, HttpCode, Module, Post } from '@nestjs/common';
import { ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { describeSurface } from './generated-files';
import { routesWithoutResponseClass } from './response-classes';
import { surfaces } from './surfaces';

const submission = 'The parts of a submission: 14 times the CPU time.';
const verification = 'A verification record: 5 times the CPU time.';
const wholeList = 'A client may read the whole list at once: 13 times the CPU time of each entry.';
const bytes = 'Sends stored bytes, not an object.';
const constants = 'Sends constants.';

const health = { 'GET /health': constants, 'GET /health/live': constants, 'GET /health/ready': constants };

/** Routes that copy exactly what they send, by the name of their surface, with the reason (ADR 22). */
const copied: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  public: {
    ...health,
    'GET /api/certification/verify/{id}': verification,
    'GET /api/results/{capability}': submission,
    'GET /api/results/{capability}/certificate': bytes,
    'GET /api/results/{capability}/evidence-report': bytes,
    'GET /api/survey-results/{id}/verify': verification,
    'GET /assessment.json': bytes,
    'GET /assessment/{version}.json': bytes,
    'POST /api/launch-path': submission,
    'POST /api/survey-results': submission,
  },
  platform: {
    ...health,
    'GET /api/certification/verify/{id}': verification,
    'GET /iam/audit-events': wholeList,
    'GET /iam/m2m-credentials': wholeList,
    'GET /iam/members': wholeList,
    'GET /iam/org-invitations': wholeList,
    'GET /org/clients/{clientId}/review-pack': bytes,
  },
};

describe('a route that answers JSON', () => {
  it.each(surfaces)(
    'names the class of its response in $folder, or is one of the hot places',
    async (sources) => {
      const { routes, document } = await describeSurface(sources);
      const listed = Object.keys(copied[sources.surface.name] ?? {}).toSorted();
      expect(routesWithoutResponseClass(routes, document)).toEqual(listed);
    },
  );

  it('is found when it names none', async () => {
    class ThingResponse {
      @ApiProperty({ type: 'string' })
      readonly id: string = '';
    }

    @Public()
    @Controller('things')
    class ThingsController {
      @Get('named')
      @SerializeAs(ThingResponse)
      @ApiOkResponse({ type: ThingResponse })
      named(): ThingResponse {
        return new ThingResponse();
      }

      @Get('forgotten')
      @ApiOkResponse({ type: ThingResponse })
      forgotten(): ThingResponse {
        return new ThingResponse();
      }

      @Post('nothing')
      @HttpCode(204)
      nothing(): void {
        return undefined;
      }
    }

    @Module({
      imports: [OpenApiModule.forRoot({ title: 'x', description: 'x', version: '1', server: '/', tags: [] })],
      controllers: [ThingsController],
    })
    class ThingsModule {}
    const app = await previewHttpApp(ThingsModule);
    const found = routesWithoutResponseClass(routesOf(app), describeApi(app, publicSurface));
    expect(found).toEqual(['GET /things/forgotten']);
  });
});
