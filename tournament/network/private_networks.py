"""The networks that a hall may have. Nobody can reach them from the internet. Knows no setting."""

from ipaddress import IPv4Network, IPv6Network, ip_network

# RFC 1918, this machine, a cable without a router (RFC 3927, 4291), RFC 4193. Not 100.64.0.0/10 (RFC 6598), because
# phones on mobile data or in a VPN have such addresses.
PRIVATE_NETWORKS: list[IPv4Network | IPv6Network] = [
    ip_network(network)
    for network in (
        "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 127.0.0.0/8 169.254.0.0/16 ::1/128 fe80::/10 fc00::/7"
    ).split()
]
