internal import TLSCore
internal import Testing

/// An identity of another kind than ours, made by OpenSSL's own program.
struct Fixture: CustomTestStringConvertible, Sendable {
  /// The kind of key.
  let testDescription: String
  /// The SHA-256 that OpenSSL's own program gives for the public key.
  let fingerprint: String
  let certificate: String
  let key: String

  /// The identity, read anew.
  func identity() throws(TLSError) -> Identity {
    try Identity(certificatePEM: Array(certificate.utf8), privateKeyPEM: Array(key.utf8))
  }

  /// Those that connections can use.
  static var usable: [Fixture] { [rsa2048, p384, p521, ed25519] }

  static let rsa2048 = Fixture(
    testDescription: "RSA of 2048 bits",
    fingerprint: "4557bee6b7cb93ded40c05b1e0c297eb5a9d955d05d91bf900990a67c6f4e671",
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIDBzCCAe+gAwIBAgIUPTl4I3vdWm5aNdU9Qv8SXQOpp+YwDQYJKoZIhvcNAQEL
      BQAwEjEQMA4GA1UEAwwHcnNhMjA0ODAgFw0yNjExMjExMTEzMDZaGA8yMTA5MDEx
      MDExMTMwNlowEjEQMA4GA1UEAwwHcnNhMjA0ODCCASIwDQYJKoZIhvcNAQEBBQAD
      ggEPADCCAQoCggEBAImgEytMOeuI4ASe+kkZQU/jB0D3IhDGqj9PJdFr6VYbeksn
      80HodLHBFx+FKefDb+tJeMO+c7/k57hTtTwx/MbJw/Z/Nl8tV3tRz0op+4dKSxHc
      L/rrW/yy7s9uEfx1TvA9/nApSqU7vuHVNk8jtf96ps3OHFVP+5eWptImPn3YBeLw
      7HOeM2okmwOzBXmJiT40BOaEhDxJ8QRWWe9X/argCGgSwKfkY6hI7BQxA0l6rKZy
      9cWHu6wx5GEf1H4Sk0UNd7gReDBMTAIKHl+3Q4wDtRN5pS4Gbz7uEKjeqsQ+I+d1
      vrJo/5lk17/nTHNN/ZIgaBCa5/G+BkjRx7aSdXsCAwEAAaNTMFEwHQYDVR0OBBYE
      FDNth3yBlX+jwIVCxBqzG2Ghfw6LMB8GA1UdIwQYMBaAFDNth3yBlX+jwIVCxBqz
      G2Ghfw6LMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADggEBAFK+/FUy
      VJnRSWJirip1y7n2/ujeEC5o+PWsxLh3OSzVTyPU75ptkDJi2U/BXFEi58erCnat
      IkwfQaOADEQMwbxBccJjfnzAWQdp9QttT7jJ7wrqEG4WAMRaClwe5Mr+Gket5qH2
      Y9aXz5WTuwwxYcantK0c/LNDsqwRR3f6RY7rq6A9UNYIiKA7LlgzAW80Vwu9cxFn
      vC3b7CoLVLFmXQJCWY0FUpZJUCKSTrOP2YgYTC9BMKyM5ZUzUrkSlGONnueXcgzb
      eXYxHCZkYxq8EeAkQWBD6HQ4mlMuG1SAmAV2i1BV2z1q3Oz2An34HPzmOMJNJYnA
      XUXp1tYhD/xB3/A=
      -----END CERTIFICATE-----
      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCJoBMrTDnriOAE
      nvpJGUFP4wdA9yIQxqo/TyXRa+lWG3pLJ/NB6HSxwRcfhSnnw2/rSXjDvnO/5Oe4
      U7U8MfzGycP2fzZfLVd7Uc9KKfuHSksR3C/661v8su7PbhH8dU7wPf5wKUqlO77h
      1TZPI7X/eqbNzhxVT/uXlqbSJj592AXi8OxznjNqJJsDswV5iYk+NATmhIQ8SfEE
      VlnvV/2q4AhoEsCn5GOoSOwUMQNJeqymcvXFh7usMeRhH9R+EpNFDXe4EXgwTEwC
      Ch5ft0OMA7UTeaUuBm8+7hCo3qrEPiPndb6yaP+ZZNe/50xzTf2SIGgQmufxvgZI
      0ce2knV7AgMBAAECggEAKGa0meZTroBM+y5MXT8rvC7yhzDFcFVRzyoF+ReLtTp1
      yTBeKf/6meAMULV/2si1x0WXTSdQxYmGOMdiEdy+zwCWJXus0331C3+1sZjnfQzj
      Qsf30dpb86/3iS9P2mP5m28njXehsSX74EH+IndiSzCPXSVfje/f9N1F9bVCbSCa
      QFhlT8PMdATtqdhsfIBUnkevb0ZXUVIq3w60oljcDmcc8Uv9DhjW6+etlU3SGoGT
      wrbQLIFOOxnFN8ku+0y6uPPgN3rXDKwO7oWhfTACK9LvKHJpi3vpWZVV1RFj8+7c
      yRk7uqPXkcu6rUW2WX5CKN5oNrMIe9csi8R71QnyyQKBgQDBeM7VOBsQpn70K8xi
      9wmCnukFUSCP8MgZW5qKF+YtFRGahcSA5YK6eQPtGnMyEydcSp51n4VCQ4YbprkG
      L0K7BGo/nCoVYB5ZsObYxtk9s5rBrKHg14VrPEhSnIV6lF6KvrO6wSz3FxhnEhWu
      O15AjOueVf2HcsmZn5UR75rufwKBgQC2GrZoStbzBg3DtS8A3aMt9frAeOeV7l6y
      qiLtMdB/QOjuSM4XYweoIwh1iPOs/PPxrjOnzAoTXud40P2HjUMhWSczwMt5wn/J
      HOcuMZqOGqkgmSIRyC/c20qkUmBi/HXX8Fopd8DvDw/geoEo67JSMhSxLWsToIf5
      EereSbezBQKBgBt2oa2krDrd15GjkfzOYnw3QI6vqHamUFFBLpvBrrvhjMEpke5W
      JguAWC1VHtsR2vl/4iSCQ3FXknbkYMle9hMEGmzzJwonvccvlGVbPMVEdIhfkA8R
      qO/C++U2MMBoxU7eqTaua0qb7avb5lX4OXXiSyQLwtRyV+nFvGxyXcTTAoGAaYWh
      HV4AoGJpp3Zd/kpwPDnFS7LDv4WZKj6cboXnI1Yho7JcegDQdwWV6UWqrhsF4I3p
      MNpzHDZqOwAfaWTZ+YEHzl1xiuTB13AAJixoOuAIEPOrYlJ2KayI3B8/6xwPzUlh
      dZYHHn/D23ghT+0EL80FYIXI/l6PbCyNxLFC2WECgYAozAWJ3cNkMcYatPov7+x2
      BO9xq/tmX/m8L8tKGAoXpE+uMpQQ0+rr3nTASwq+LBoOw7G/pNmF/e63nDS8hSyp
      qT6bEBFp1oXAcBe7I4PlHDvnVWaAvsmXZ2GPedQaLwg6yE7tb1cfbZ65QPJWcYtj
      aXTUJVJS35mU145+b/31Qg==
      -----END PRIVATE KEY-----
      """)

  static let rsa1024 = Fixture(
    testDescription: "RSA of 1024 bits",
    fingerprint: "89f949628c21d202c9f466ce5c84143591cca594147b531910fce39c8804bc25",
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIICAjCCAWugAwIBAgIUHLm5hXse7OJFH0cSD4zblKH4w4swDQYJKoZIhvcNAQEL
      BQAwEjEQMA4GA1UEAwwHcnNhMTAyNDAgFw0yNjExMjExMTEzMDZaGA8yMTA5MDEx
      MDExMTMwNlowEjEQMA4GA1UEAwwHcnNhMTAyNDCBnzANBgkqhkiG9w0BAQEFAAOB
      jQAwgYkCgYEAxRJ8B3uz6ZC8SYyQ4CrNkAqWDc6opnPTnZcSZQuCm+I70f7cPKyi
      NGH8suRq+9sOrWepKrhJno3zV5W/7sStNLNRpMHE27Ifp6Ox6GYhqhx1ovoFXoCI
      sma69VmUZTn8nTC0ny0c4E6rB0aTUMcIWEAUNM1DPJZ433VIigmHdskCAwEAAaNT
      MFEwHQYDVR0OBBYEFDSFdI9y9ehgY3sxdzA6TkCikUyMMB8GA1UdIwQYMBaAFDSF
      dI9y9ehgY3sxdzA6TkCikUyMMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQEL
      BQADgYEAQeq2CepkuTpv9O1pykcIiRWX3MEyowSoxnyQ6OeAmakg9gD3uvUOZKJ+
      paVFXQSIlepm9DXvbX+uy2h3HTnYCVv5KJhYTuIdVNIiGANBPwOGSq3NEBtPEIVt
      ep/JsJ3GkZk2Czww5yYd3vrgnVjUPp+KZzhOGZDdkCkfaBMChEo=
      -----END CERTIFICATE-----
      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBAMUSfAd7s+mQvEmM
      kOAqzZAKlg3OqKZz052XEmULgpviO9H+3DysojRh/LLkavvbDq1nqSq4SZ6N81eV
      v+7ErTSzUaTBxNuyH6ejsehmIaocdaL6BV6AiLJmuvVZlGU5/J0wtJ8tHOBOqwdG
      k1DHCFhAFDTNQzyWeN91SIoJh3bJAgMBAAECgYEApi2LFshSEo7wpth4Rf7x7hdv
      Jt9vyUR8WjPM2BXXodkodlCBqEwuTxudecAxEoVKoCB8PsC9m4y5eM6W1SFVp1Kd
      CNP67xj6Ru3sDADcam0FC/4EEKpahIQofowuycQweorJRT/Idyn/I8TnPS3g1bvE
      GDnFaQLaGk4li8s3Nb0CQQDrnnKwpezh/zJ10Z75bIfYl6bbm9hLMSXrRT3tgCHZ
      nO+1vT4AyCTff4R0sMONSJsJY6AUfVeSHImQOXSBbWQLAkEA1h505Mtn4rqPM/yB
      +QL2HJr7WXrG2fsm0Q1yge7oZXau8WT0Pf7hV/gy9jnfNYrufrEeS5R1bRNPSt2h
      Am8g+wJABOAGZ3lHaXWqSZ3IuEhylxysKycSVpvxuOh524wnJyWEIDKGMeXyPV2a
      FAAES8wQySTyjvn48eD9R6qoqnTk+QJAEWTwAhY0HkshjwuYU25WKAS/HonG1bZ9
      dMYu4zdRUczOcXXOEas/CzJykWYqJ+NddJVW7LTmxTGoY2CVz+jPOQJAWTuNBAwB
      R8u+FZkJM/RvGvLAo57gz7uX7HnC2UXs/8sTjtU3shftY6/tXw8sFuI715JuKoNt
      f3n+fkoKqnspYg==
      -----END PRIVATE KEY-----
      """)

  static let p384 = Fixture(
    testDescription: "P-384",
    fingerprint: "48e3951c5e089896aa2b7cbb657589a118139ae814d2116ed830a499b1eba38c",
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBszCCATigAwIBAgIUBO7Hb8WF9CUSbzbfBId2bAIpaz0wCgYIKoZIzj0EAwIw
      DzENMAsGA1UEAwwEcDM4NDAgFw0yNjExMjExMTEzMDZaGA8yMTA5MDExMDExMTMw
      NlowDzENMAsGA1UEAwwEcDM4NDB2MBAGByqGSM49AgEGBSuBBAAiA2IABGCr+Ewu
      761CHgsoauiCL0eRoCOg/Pv7rUMJFINUf657DejoVh5YkkkyjUthzb3vkl/wPzd8
      JpzvFfZMl0A8BW+X9AIbyuMaRr9gEVPJQ6CuY6NcNDSLJEpxCD2qBgif/KNTMFEw
      HQYDVR0OBBYEFP9QMWist86Z7jxe5wE+xNoyuIlaMB8GA1UdIwQYMBaAFP9QMWis
      t86Z7jxe5wE+xNoyuIlaMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDaQAw
      ZgIxAJEIvHz3Jp10hw2vkiih0PL8nybp4a07mtSwiP9KfRed3LEt76f/qxRl5OkN
      8tL4YQIxANXB5M3mBiDCfuuD2L2ix91TyjX4iG/JCn5t8P1f+KosP+lIVYcJJ+/H
      T42hJg5Mqg==
      -----END CERTIFICATE-----
      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDCWna8q6P2xvOW3y5lW
      BWKLOCcdZZptnkY6W+T4imFaFvxRDDpD8JpwIGTiIJ+HfG6hZANiAARgq/hMLu+t
      Qh4LKGrogi9HkaAjoPz7+61DCRSDVH+uew3o6FYeWJJJMo1LYc2975Jf8D83fCac
      7xX2TJdAPAVvl/QCG8rjGka/YBFTyUOgrmOjXDQ0iyRKcQg9qgYIn/w=
      -----END PRIVATE KEY-----
      """)

  static let p521 = Fixture(
    testDescription: "P-521",
    fingerprint: "d3dec6051b58b3066b97ae87ac7954248218ef27fa00185c1bdba7c5ef180bee",
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIB/DCCAV6gAwIBAgIUdVCfHr4eIkTTV7YTpNgD4PbPSCMwCgYIKoZIzj0EAwIw
      DzENMAsGA1UEAwwEcDUyMTAgFw0yNjExMjExMTEzMDZaGA8yMTA5MDExMDExMTMw
      NlowDzENMAsGA1UEAwwEcDUyMTCBmzAQBgcqhkjOPQIBBgUrgQQAIwOBhgAEAYbJ
      FPOEojNXLegaiuzhWjjZqXZtD6oUGZk5nhhnrARBzFIYackhqjfH0CoXjXFo2Y9A
      axJOz2/HytCQzg0OVuv1AE22EDV8ROZHS8nD9QrKEubSvC60DOgBUkiCHqK537SP
      9Srvf2gpeQqLg+0Z8mK87I9Ui3dxxCgAJT1trR0Rz7+Bo1MwUTAdBgNVHQ4EFgQU
      HmR4mp0qlfitZJj+515ftZzK0oIwHwYDVR0jBBgwFoAUHmR4mp0qlfitZJj+515f
      tZzK0oIwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgOBiwAwgYcCQSBLYgH8
      bAUY5UfH2aeArzO/hItszTWl8DDe0Uo/oEvZdVHViJ243NoT2m5SaFB2UmLvzX9N
      BtbujMiAJlIzXzzVAkIBAiP6hoIKPFx8MHh0gn3ixiK3zRe+Xpj6ZrfK3KER7fxL
      E9NOvsnBXQkq00hyD6G5wnqDcv2lWyev2P8cLLNJQKg=
      -----END CERTIFICATE-----
      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIBvQSxkcfec7YDjxz9
      Fa7MWnMzg03/aLBwhpj3H7PTbU0eY5YrNP4BEH8mQzdy8d8fNYwGYI6SexAYHgmi
      ocz1aXKhgYkDgYYABAGGyRTzhKIzVy3oGors4Vo42al2bQ+qFBmZOZ4YZ6wEQcxS
      GGnJIao3x9AqF41xaNmPQGsSTs9vx8rQkM4NDlbr9QBNthA1fETmR0vJw/UKyhLm
      0rwutAzoAVJIgh6iud+0j/Uq739oKXkKi4PtGfJivOyPVIt3ccQoACU9ba0dEc+/
      gQ==
      -----END PRIVATE KEY-----
      """)

  static let ed25519 = Fixture(
    testDescription: "Ed25519",
    fingerprint: "f1cd7ef8fe7a59df2ce793a30600ce8a83ede39a7b61f3718cd6118f3ad02143",
    certificate: """
      -----BEGIN CERTIFICATE-----
      MIIBOjCB7aADAgECAhR8+e/jT8z7HfBR28XJgGBPHpvpPjAFBgMrZXAwEjEQMA4G
      A1UEAwwHZWQyNTUxOTAgFw0yNjExMjExMTEzMDdaGA8yMTA5MDExMDExMTMwN1ow
      EjEQMA4GA1UEAwwHZWQyNTUxOTAqMAUGAytlcAMhAHXRV7rH/hWKVObUWgQz86e1
      cKY35Dxh7tw/9vHtqtHWo1MwUTAdBgNVHQ4EFgQUpaEdwUE32vWmULF0iwOseqqE
      q/AwHwYDVR0jBBgwFoAUpaEdwUE32vWmULF0iwOseqqEq/AwDwYDVR0TAQH/BAUw
      AwEB/zAFBgMrZXADQQCDsdNHges+YKqRvkK0+v7jl9GWq00rNRt2YkHKXR7jH3p0
      OrYpV8g+p/D9UjMStWhPAZ1muwzkBLC9ByDW//oN
      -----END CERTIFICATE-----
      """,
    key: """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEIM9V3vBkZOCgaz38oENPiK0oBh4NjEcooM02yWwnRp1K
      -----END PRIVATE KEY-----
      """)

  /// The key of ``p384``, which needs a password.
  static let locked = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIIBHDBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQIYL1uZjdmUIwCAggA
    MAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBByc3mUVC0S0ZAJJxuqLPP6BIHA
    VSv1V76suGCwnKn2SPIg7rOzMbfKjWa6UqU6TifTfSnMctJsDnty7SLFVeEASMmg
    BZSudAU6PhvUF/JWN70iL3Jzc3Pyppw5YeuyfU9h4N4TsYl/pLPM9x9cPvvpuINt
    QF4ULe1v36SEGAoyPAG0MRBnTHjzbDoBZU6aKmzMFEan2IfwZS6RGVw9ZjM63EbW
    TM20X+jPYC/VLtDRZG5vayc6EBwFqcUSqlfkreHEwcvda5V2PJOcGugbprcTCA/X
    -----END ENCRYPTED PRIVATE KEY-----
    """
}
