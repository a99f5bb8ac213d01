// Networks, their gradients, and the feature maps made of them.
#include <string>

#include "experiments/python/module/arrays.h"
#include "experiments/python/module/bindings.h"
#include "reference/gradient_features/gradient_features.h"
#include "reference/mlp.h"
#include "reference/require.h"

namespace eenet::python {

namespace {

using Eigen::Index;

MlpShape shape_of(Index input_dim, Index width, Index depth) {
  const auto is_size = [](Index size) { return size >= 1 && size <= kLargestDimension; };
  EENET_REQUIRE(is_size(input_dim) && is_size(width), "Mlp: input dimension is ", input_dim,
                " and width is ", width, ", expected 1 to ", kLargestDimension);
  EENET_REQUIRE(depth >= 2 && depth <= kLargestDepth, "Mlp: depth is ", depth, ", expected 2 to ",
                kLargestDepth);
  const auto m = static_cast<double>(width);
  require_numbers(text("Mlp of width ", width, ", depth ", depth),
                  m * static_cast<double>(input_dim) + static_cast<double>(depth - 2) * m * m + m,
                  "a smaller network");
  return {input_dim, width, depth};
}

Mlp initialised(Index input_dim, Index width, Index depth, std::uint64_t seed, int network) {
  EENET_REQUIRE(network == 1 || network == 2, "Mlp.initialised: network is ", network,
                ", expected 1 (f1) or 2 (f2)");
  Rng rng(seed, network == 1 ? stream::kInitExploitation : stream::kInitExploration);
  return Mlp::initialised(shape_of(input_dim, width, depth), rng);
}

void set_parameters(Mlp& net, const py::handle& given) {
  const Numbers theta = numbers(given, "Mlp.parameters", 1);
  EENET_REQUIRE(theta.size() == net.shape().parameter_count(), "Mlp.parameters: got ", theta.size(),
                " numbers, expected ", net.shape().parameter_count());
  net.set_parameters(as_vector(theta));
}

// The memory of W_l itself, in Fortran order.
py::array weights(const py::object& self, Index layer) {
  auto& w = self.cast<Mlp&>().weights(layer);
  const auto size = static_cast<py::ssize_t>(sizeof(double));
  return py::array_t<double>({w.rows(), w.cols()}, {size, size * w.rows()}, w.data(), self);
}

Numbers contexts_of(const Mlp& net, const py::handle& given, py::ssize_t dimensions) {
  Numbers x = numbers(given, "x", dimensions);
  EENET_REQUIRE(x.shape(dimensions - 1) == net.shape().input_dim, "x: ", x.shape(dimensions - 1),
                " coordinates, expected ", net.shape().input_dim);
  return x;
}

double value(const Mlp& net, const py::handle& x) {
  return net(as_vector(contexts_of(net, x, 1)));
}

Numbers values(const Mlp& net, const py::handle& given) {
  const Numbers array = contexts_of(net, given, 2);
  const auto x = as_columns(array);
  Eigen::VectorXd all(x.cols());
  for (Index i = 0; i < x.cols(); ++i) all[i] = net(x.col(i));
  return from_vector(std::move(all));
}

Numbers gradient_at(const Mlp& net, const py::handle& x) {
  return from_vector(gradient(net, as_vector(contexts_of(net, x, 1))));
}

Numbers gradients(const Mlp& net, const py::handle& given) {
  const Numbers array = contexts_of(net, given, 2);
  const auto x = as_columns(array);
  const Index p = net.shape().parameter_count();
  require_numbers("Mlp.gradients", static_cast<double>(p) * static_cast<double>(x.cols()),
                  "fewer contexts");
  Eigen::MatrixXd all(p, x.cols());
  for (Index i = 0; i < x.cols(); ++i) all.col(i) = gradient(net, x.col(i));
  return from_columns(std::move(all));
}

void step(Mlp& net, const py::handle& x, double target, double eta) {
  ForwardPass pass;
  BackwardPass back;
  net.forward(as_vector(contexts_of(net, x, 1)), pass);
  backward(net, pass, back);
  sgd_step(net, pass, back, target, eta);
}

std::string shown(const Mlp& net) {
  const MlpShape& shape = net.shape();
  return text("eenet.Mlp(input_dim=", shape.input_dim, ", width=", shape.width,
              ", depth=", shape.depth, ")");
}

std::unique_ptr<GradientFeatures> features(const std::string& kind, Index gradient_dim,
                                           std::uint64_t seed) {
  EENET_REQUIRE(gradient_dim >= 1, "GradientFeatures: gradients of ", gradient_dim,
                " numbers, expected at least 1");
  const Spec spec = Spec::parse(kind);
  std::map<std::string, std::string> given = spec.given;
  given["features"] = spec.name;
  const Settings settings("features " + spec.name, gradient_features_keys(), given);
  return make_gradient_features(settings, gradient_dim, seed);
}

// A feature map, and the size of the gradients that it takes.
struct Features {
  std::unique_ptr<GradientFeatures> map;
  Index gradient_dim = 0;

  [[nodiscard]] Eigen::VectorXd checked(const py::handle& given) const {
    const Numbers g = numbers(given, "gradient", 1);
    EENET_REQUIRE(g.size() == gradient_dim, "gradient: ", g.size(), " numbers, expected ",
                  gradient_dim);
    return as_vector(g);
  }
};

void add_mlp(py::module_& core) {
  using py::arg;
  py::class_<Mlp>(core, "Mlp", R"(The paper's network f(x; theta) = W_L relu(... relu(W_1 x)).

Without biases; W_1 is (width, input_dim), W_L is (1, width). A new one has all parameters 0.
Infinities and NaNs are not refused: they show in the value.

>>> net = Mlp(2, 1)
>>> net.parameters = [1.0, -2.0, 0.5]
>>> net([3.0, 1.0])
0.5
)")
      .def(py::init([](Index d, Index m, Index l) { return Mlp(shape_of(d, m, l)); }),
           arg("input_dim"), arg("width"), arg("depth") = 2)
      .def_static("initialised", &initialised, arg("input_dim"), arg("width"), arg("depth") = 2,
                  arg("seed") = 1, arg("network") = 1,
                  R"(The network that `eenet run` starts from: f1 (network=1) or f2 of a seed.

>>> Mlp.initialised(8, 100, seed=3).parameter_count
900
)")
      .def_property_readonly("input_dim", [](const Mlp& net) { return net.shape().input_dim; })
      .def_property_readonly("width", [](const Mlp& net) { return net.shape().width; })
      .def_property_readonly(
          "depth", [](const Mlp& net) { return net.shape().depth; },
          "The number of weight matrices; 2 is one hidden layer.")
      .def_property_readonly("parameter_count",
                             [](const Mlp& net) { return net.shape().parameter_count(); })
      .def_property(
          "parameters", [](const Mlp& net) { return from_vector(net.parameters()); },
          [](Mlp& net, const py::object& theta) { set_parameters(net, theta); },
          "theta: W_1 row by row, then W_2, ..., W_L. A copy, both ways.")
      .def("weights", &weights, arg("layer"), R"(W_layer, counted from 1.

No copy: writing to the array changes the network.

>>> net = Mlp(2, 3)
>>> net.weights(1)[2, 0] = 5.0
>>> net.parameters
array([0., 0., 0., 0., 5., 0., 0., 0., 0.])
)")
      .def("__call__", &value, arg("x"), "f(x; theta).")
      .def("values", &values, arg("x"), "f at every row of x, an array (N, input_dim).")
      .def("gradient", &gradient_at, arg("x"), R"(The gradient of f by theta, laid out as theta.

>>> net = Mlp(2, 1)
>>> net.parameters = [1.0, -2.0, 0.5]
>>> net.gradient([3.0, 1.0])
array([1.5, 0.5, 1. ])
)")
      .def("gradients", &gradients, arg("x"), "The gradients at every row of x: an array (N, p).")
      .def("sgd_step", &step, arg("x"), arg("target"), arg("eta"),
           R"(theta <- theta - eta * grad (1/2) (f(x; theta) - target)^2.

>>> net = Mlp(1, 1)
>>> net.parameters = [1.0, 1.0]
>>> net.sgd_step([1.0], target=0.0, eta=0.25)
>>> net.parameters
array([0.75, 0.75])
)")
      .def("__repr__", &shown)
      .def(py::pickle(
          [](const Mlp& net) {
            const MlpShape& shape = net.shape();
            return py::make_tuple(shape.input_dim, shape.width, shape.depth,
                                  from_vector(net.parameters()));
          },
          [](const py::tuple& state) {
            Mlp net(
                shape_of(state[0].cast<Index>(), state[1].cast<Index>(), state[2].cast<Index>()));
            set_parameters(net, state[3]);
            return net;
          }));
}

void add_features(py::module_& core) {
  using py::arg;
  py::class_<Features>(core, "GradientFeatures",
                       R"(phi: what the exploration network sees of a gradient of f1.

`kind` is projection, gradient, block-mean or lle, with settings as of `eenet run`.

>>> phi = GradientFeatures("block-mean:block=2", gradient_dim=4)
>>> phi([3.0, 3.0, 4.0, 4.0])
array([0.6, 0.8])
)")
      .def(py::init([](const std::string& kind, Index gradient_dim, std::uint64_t seed) {
             return Features{features(kind, gradient_dim, seed), gradient_dim};
           }),
           arg("kind") = "projection", py::kw_only(), arg("gradient_dim"), arg("seed") = 1)
      .def_property_readonly("output_dim",
                             [](const Features& phi) { return phi.map->output_dim(); })
      .def_property_readonly("gradient_dim", [](const Features& phi) { return phi.gradient_dim; })
      .def_property_readonly(
          "wants_played_gradients",
          [](const Features& phi) { return phi.map->wants_played_gradients(); },
          "Whether the map learns from the gradients of the arms that were played.")
      .def(
          "__call__",
          [](const Features& phi, const py::object& given) {
            return from_vector(std::as_const(*phi.map).map(phi.checked(given)));
          },
          arg("gradient"), "phi of one gradient, a vector of norm 1. The gradient is copied.")
      .def(
          "observe_played",
          [](Features& phi, const py::object& given) {
            phi.map->observe_played(phi.checked(given));
          },
          arg("gradient"), "The gradient of the arm that was played, for a map that wants it.");
}

}  // namespace

void add_networks(py::module_& core) {
  add_mlp(core);
  add_features(core);
}

}  // namespace eenet::python
