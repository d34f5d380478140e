import { Public } from '@governance/auth-guards';
import { Controller, Get, Header, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PlatformAddress } from '../platform-address';

/** Leads a person who opens the address of the surface to the console. */
@Public()
@ApiExcludeController()
@Controller()
export class ConsoleEntranceController {
  constructor(private readonly address: PlatformAddress) {}

  @Get()
  @Redirect()
  @Header('cache-control', 'no-store')
  enter(): { readonly url: string; readonly statusCode: number } {
    return { url: `${this.address.baseUrl}/console`, statusCode: 303 };
  }
}
