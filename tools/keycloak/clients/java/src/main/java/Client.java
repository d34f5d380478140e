import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import java.security.KeyFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import org.bouncycastle.jce.ECNamedCurveTable;
import org.springframework.security.oauth2.client.endpoint.NimbusJwtClientAuthenticationParametersConverter;
import org.springframework.security.oauth2.client.endpoint.OAuth2ClientCredentialsGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientClientCredentialsTokenResponseClient;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.web.client.RestClient;

/** A machine in Java, with Spring Security. Prints the status and the body of GET /self/me. */
public final class Client {
  public static void main(String[] args) throws Exception {
    var settings = System.getenv();
    var machine = ClientRegistrations.fromIssuerLocation(settings.get("ISSUER"))
        .registrationId("governance")
        .clientId(settings.get("CLIENT_ID"))
        .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS);
    var tokens = new RestClientClientCredentialsTokenResponseClient();
    var pem = settings.get("CLIENT_PRIVATE_KEY");
    if (pem == null) {
      machine.clientSecret(settings.get("CLIENT_SECRET"));
    } else {
      var key = keyOf(pem);
      machine.clientAuthenticationMethod(ClientAuthenticationMethod.PRIVATE_KEY_JWT);
      tokens.addParametersConverter(new NimbusJwtClientAuthenticationParametersConverter<>(registration -> key));
    }
    var token = tokens.getTokenResponse(new OAuth2ClientCredentialsGrantRequest(machine.build())).getAccessToken();
    var answer = RestClient.create().get()
        .uri(settings.get("PLATFORM_URL") + "/self/me")
        .headers(headers -> headers.setBearerAuth(token.getTokenValue()))
        .retrieve()
        .toEntity(String.class);
    System.out.printf("{\"status\": %d, \"body\": %s}%n", answer.getStatusCode().value(), answer.getBody());
  }

  /** A JWK needs the public key too, which a key in PKCS #8 may lack. */
  private static ECKey keyOf(String pem) throws Exception {
    var bytes = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    var key = (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(bytes));
    var point = ECNamedCurveTable.getParameterSpec("P-256").getG().multiply(key.getS()).normalize();
    return new ECKey.Builder(
            Curve.P_256,
            ECKey.encodeCoordinate(256, point.getAffineXCoord().toBigInteger()),
            ECKey.encodeCoordinate(256, point.getAffineYCoord().toBigInteger()))
        .privateKey(key)
        .build();
  }
}
